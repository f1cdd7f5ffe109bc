import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createPostbackReceiver } from '../sandbox/affiliate.server.ts'

/** A sample of an affiliate's server; TLS is its proxy's. Usage: <secret> [port]. */
const [secret = '', port = '4700'] = process.argv.slice(2)
if (secret === '') {
  process.stderr.write('Give the secret of the affiliate’s page, and a port if 4700 is taken.\n')
  process.exit(1)
}
const receiver = createPostbackReceiver(secret)
createServer((request, response) => {
  void (async () => {
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    )
    const answer = await receiver.take(
      new Request(`http://localhost${request.url}`, {
        method: 'POST',
        headers,
        body: await text(request),
      }),
    )
    process.stdout.write(
      `${answer.status} ${request.url} ${JSON.stringify([...receiver.received.values()].at(-1) ?? null)}\n`,
    )
    response.writeHead(answer.status).end()
  })()
}).listen(Number(port), '127.0.0.1', () =>
  process.stdout.write(`Listening at http://127.0.0.1:${port}\n`),
)
