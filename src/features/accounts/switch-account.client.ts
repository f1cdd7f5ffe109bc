/** A button that is pressed twice would ask again in a session that is over. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/site/switchAccount"]')) {
  let isSent = false
  form.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault()
    isSent = true
  })
  // A page that comes back from the browser's memory has sent nothing yet.
  addEventListener('pageshow', () => (isSent = false))
}
