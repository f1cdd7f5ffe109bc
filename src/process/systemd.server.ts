import { execFile } from 'node:child_process'

/** Tells systemd that the service is ready (`Type=notify`). Node has no datagram sockets. */
export function tellSystemdReady(): void {
  if (process.env['NOTIFY_SOCKET'] === undefined) return
  execFile('systemd-notify', ['--ready'], (error) => {
    if (error)
      process.stderr.write(
        `systemd could not be told that the service is ready: ${error.message}\n`,
      )
  })
}
