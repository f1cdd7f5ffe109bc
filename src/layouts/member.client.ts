/** What a member's page does before its islands. Going on to another page aborts a transition, which is no error of the page. */
const allowAbort = (transition: ViewTransition | null) =>
  void (
    transition &&
    Promise.allSettled([transition.ready, transition.updateCallbackDone, transition.finished])
  )
addEventListener('pageswap', ({ viewTransition }) => allowAbort(viewTransition))
addEventListener('pagereveal', ({ viewTransition }) => allowAbort(viewTransition))
allowAbort(document.activeViewTransition)
