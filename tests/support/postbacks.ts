import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** An affiliate's server on this machine, at a name that leads here for whoever is given `lookup`. */
export async function startTlsServer(name: string, answer: RequestListener) {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  await execute('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-keyout', key, '-out', cert, '-days', '2', '-subj', `/CN=${name}`],
    ...['-addext', `subjectAltName=DNS:${name}`],
  ])
  const ca = readFileSync(cert, 'utf8')
  const server = createServer({ key: readFileSync(key), cert: ca }, answer)
  rmSync(folder, { recursive: true })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const lookup: LookupFunction = (_, options, callback) =>
    options.all
      ? callback(null, [{ address: '127.0.0.1', family: 4 }])
      : callback(null, '127.0.0.1', 4)
  return {
    ca,
    lookup,
    url: (path: string) => new URL(`https://${name}:${port}${path}`),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
