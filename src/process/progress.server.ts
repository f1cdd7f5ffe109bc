const WIDTH = 32

export function showProgress(what: string): (done: number, of: number) => void {
  const started = performance.now()
  let shown = -1
  return (done, of) => {
    const tenth = Math.floor((done / of) * 10)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const count = `${done.toLocaleString('en')} of ${of.toLocaleString('en')}, ${seconds} s`
    if (process.stdout.isTTY) {
      const full = Math.round((done / of) * WIDTH)
      process.stdout.write(
        `\r${what} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${count}${done >= of ? '\n' : ''}`,
      )
    } else if (tenth > shown) process.stdout.write(`${what}: ${count}\n`)
    shown = tenth
  }
}
