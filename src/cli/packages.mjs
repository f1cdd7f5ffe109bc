import { existsSync, readFileSync } from 'node:fs'
import { run } from './processes.mjs'

/**
 * Servers that the tests put around the product or take from it, as packages of Debian. Nothing
 * else needs them.
 */
const servers = [
  ...['postgresql-15', 'patroni', 'etcd-server', 'pgbouncer', 'pgbackrest'],
  ...['nginx', 'haproxy', 'caddy', 'openssl'],
  ...['memcached', 'swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
]
const INSTALLED = /^Status: install ok installed$/m

/**
 * Installs what `servers` lacks where that is ours to do: in a container of Debian's, where nothing
 * starts them. Resolves to the packages that are missing then: tests that need one say that they
 * tried nothing.
 * @returns {Promise<string[]>}
 */
export async function ensureServers() {
  const missing = missingServers()
  if (missing.length > 0 && mayInstall() && !existsSync('/run/systemd/system')) {
    process.stdout.write('Installing the servers of the tests (once) …\n')
    // Where a release has not all of them, it has the others.
    if (!(await installPackages(missing)))
      for (const name of missingServers()) await installPackages([name])
  }
  return missingServers()
}

export function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * Resolves to whether all are installed.
 * @param {readonly string[]} names
 * @returns {Promise<boolean>}
 */
export async function installPackages(names) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '--quiet'], { env })
  return (
    (await run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', ...names], {
      env,
    })) === 0
  )
}

function missingServers() {
  const status = '/var/lib/dpkg/status'
  if (!existsSync(status)) return servers
  const installed = new Set(
    readFileSync(status, 'utf8')
      .split('\n\n')
      .filter((entry) => INSTALLED.test(entry))
      .map((entry) => /^Package: (.*)$/m.exec(entry)?.[1]),
  )
  return servers.filter((name) => !installed.has(name))
}
