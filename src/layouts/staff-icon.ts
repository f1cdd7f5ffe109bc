/** A neutral favicon, so that staff tabs differ from every brand's. */
export const staffIcon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#22313a"/><path d="M8 11h16M8 16h16M8 21h9" stroke="#f0c64a" stroke-width="3" stroke-linecap="round"/></svg>')}`
