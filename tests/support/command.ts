import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Runs a command of `src/cli` as a process; `said` is what it wrote, of either kind. */
export async function runCommand(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join('src', 'cli', file), ...args], {
    env: { ...process.env, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said: said.trim() }
}
