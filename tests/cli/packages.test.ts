import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Package = { dev?: boolean }
type Lock = { packages: Record<string, Package> }

/**
 * The packages of a lock file that running needs, by their folder: those of other platforms are not
 * installed.
 */
function installedForRunning(
  { packages }: Lock,
  isInstalled: (folder: string) => boolean,
): string[] {
  return Object.entries(packages).flatMap(([folder, { dev = false }]) =>
    folder !== '' && !dev && isInstalled(folder) ? [folder] : [],
  )
}

test('at most 500 packages are installed for running', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const installed = installedForRunning(lock, existsSync)
  expect(installed).toContain('node_modules/hono')
  expect(installed.length).toBeLessThanOrEqual(500)
})

test('neither the product itself, nor packages for development or of another platform are counted', () => {
  const packages = {
    '': {},
    'node_modules/hono': {},
    'node_modules/knip': { dev: true },
    'node_modules/@img/sharp-darwin-x64': {},
  }
  expect(installedForRunning({ packages }, (folder) => !folder.includes('darwin'))).toEqual([
    'node_modules/hono',
  ])
})
