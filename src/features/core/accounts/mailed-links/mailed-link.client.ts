/** Prevents a double submit: the second request would use a session that has ended. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/site/followLink"]')) {
  let isSent = false
  form.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault()
    isSent = true
  })
  // A page restored from the back/forward cache can be submitted again.
  addEventListener('pageshow', () => (isSent = false))
}
