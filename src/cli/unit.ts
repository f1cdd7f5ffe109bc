import { startUp } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'
import { pinnedNode, root } from './processes.mjs'
import { unitOf } from './unit-text.ts'

/** `npm run -s unit`: a systemd unit for this folder; with WORKERS, for a process that is reloaded. */
await startUp(
  async () =>
    void process.stdout.write(
      unitOf({
        folder: root.replace(/\/$/, ''),
        node: pinnedNode,
        workers: readSettings(process.env).workers,
      }),
    ),
)
