import { startUp } from '../process/start-up.server.ts'
import { proxyConfiguration } from './proxy/configuration.ts'

await startUp(
  async () => void process.stdout.write(proxyConfiguration(process.argv.slice(2), process.env)),
)
