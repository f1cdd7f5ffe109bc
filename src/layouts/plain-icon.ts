/** An icon that names no brand, for members who want a plain tab. */
export const plainIcon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#6b7280"/><path d="M8 16 16 9l8 7v8h-5v-5h-6v5H8z" fill="#fff"/></svg>')}`
