export {}

/** Answers from the tray without leaving the page; what does so is loaded with the first. */
document.addEventListener('submit', (event) => {
  const form = event.target instanceof HTMLFormElement ? event.target : null
  if (!form?.closest('[data-waiting]')) return
  event.preventDefault()
  void import('./waiting.client.ts').then(({ answerFrom }) => answerFrom(form))
})
