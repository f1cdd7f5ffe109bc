import { describe, expect, test } from 'vitest'
import { isLoopback, readTrust, type Trust, wayOf } from '#lib/proxies.server.ts'

/** Whose word is taken on where a request came from (assurance 7, 15). */

function trustIn(text: string): Trust {
  const trust = readTrust(text)
  if (!trust) throw new Error(`${text} is no setting`)
  return trust
}

const clientAddress = (...given: Parameters<typeof wayOf>) => wayOf(...given).client

describe('the address that a request came from', () => {
  test.each([
    ['nobody: who holds the socket', '0', '203.0.113.7', undefined, '203.0.113.7'],
    ['nobody: what a client claims', '0', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['one proxy: what it appended', '1', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [
      'one proxy: not what the client claims',
      '1',
      '10.0.0.1',
      '1.1.1.1, 2.2.2.2, 198.51.100.1',
      '198.51.100.1',
    ],
    [
      'one proxy, in lines of its own',
      '1',
      '10.0.0.1',
      ['1.1.1.1', '198.51.100.1'],
      '198.51.100.1',
    ],
    ['two proxies', '2', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    [
      'two proxies, and somebody came to the second',
      '2',
      '10.0.0.1',
      '198.51.100.1',
      '198.51.100.1',
    ],
    ['two proxies, and nothing is written', '2', '10.0.0.1', undefined, '10.0.0.1'],
    ['a network', '10.0.0.0/8', '10.9.8.7', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    [
      'a network of proxies behind one another',
      '10.0.0.0/8',
      '10.9.8.7',
      '1.1.1.1, 198.51.100.1, 10.0.0.2',
      '198.51.100.1',
    ],
    [
      'a network, and nobody outside it',
      '10.0.0.0/8',
      '10.9.8.7',
      '10.0.0.3, 10.0.0.2',
      '10.0.0.3',
    ],
    [
      'a network, and a stranger who claims to be from it',
      '10.0.0.0/8',
      '203.0.113.7',
      '10.0.0.3',
      '203.0.113.7',
    ],
    [
      'addresses',
      '192.0.2.1, 2001:db8::/32',
      '2001:DB8:0::9',
      '198.51.100.1, 192.0.2.1',
      '198.51.100.1',
    ],
    ['addresses, and the one beside', '192.0.2.1', '192.0.2.2', '198.51.100.1', '192.0.2.2'],
    ['this machine', 'loopback', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['this machine by IPv6', 'loopback', '::1', '198.51.100.1', '198.51.100.1'],
    [
      'this machine, on a socket of both families',
      'loopback',
      '::ffff:127.0.0.1',
      '198.51.100.1',
      '198.51.100.1',
    ],
    ['nothing that is not there', 'loopback', undefined, '198.51.100.1', ''],
  ])('trusting %s', (_, setting, seen, forwarded, address) => {
    expect(clientAddress(seen, forwarded, trustIn(setting))).toBe(address)
  })

  test.each([
    ['198.51.100.1:443', '198.51.100.1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:db8::1%eth0', '2001:db8::1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['[::ffff:c633:6401]:80', '198.51.100.1'],
    ['unknown', '10.0.0.1'],
    ['_hidden', '10.0.0.1'],
    ['', '10.0.0.1'],
    ["'; drop table accounts", '10.0.0.1'],
    ['198.51.100.1:port', '10.0.0.1'],
    ['198.51.100.1:443:443', '10.0.0.1'],
    ['198.51.100', '10.0.0.1'],
    ['0x7f.1', '10.0.0.1'],
    ['[198.51.100.1', '10.0.0.1'],
    ['[]:443', '10.0.0.1'],
    ['evil@198.51.100.1', '10.0.0.1'],
  ])('written as %j is %s', (written, address) => {
    expect(clientAddress('10.0.0.1', `1.1.1.1, ${written}`, trustIn('1'))).toBe(address)
  })

  test('what cannot be read ends the way at the proxy that wrote it, whatever a client put before it', () => {
    expect(clientAddress('10.0.0.1', '6.6.6.6, unknown, 10.0.0.2', trustIn('10.0.0.0/8'))).toBe(
      '10.0.0.2',
    )
    expect(clientAddress('10.0.0.1', '6.6.6.6, unknown', trustIn('2'))).toBe('10.0.0.1')
  })

  test('two people behind a proxy that writes ports are two', () => {
    const [one, other] = ['198.51.100.1:50001', '198.51.100.2:50002'].map((written) =>
      clientAddress('10.0.0.1', written, trustIn('1')),
    )
    expect(one).not.toBe(other)
  })
})

test.each([
  ['nobody trusted wrote it', '0', '203.0.113.7', '198.51.100.1', 'stranger'],
  ['nobody trusted wrote it, and nothing is in it', '0', '203.0.113.7', '', 'stranger'],
  ['somebody beside the network wrote it', '10.0.0.0/8', '203.0.113.7', '10.0.0.3', 'stranger'],
  ['a proxy wrote no address', '1', '10.0.0.1', '198.51.100.1, unknown', 'unreadable'],
  [
    'the proxy before it wrote no address',
    '10.0.0.0/8',
    '10.0.0.1',
    'unknown, 10.0.0.2',
    'unreadable',
  ],
  ['nothing is written', '0', '203.0.113.7', undefined, null],
  ['a proxy wrote it', '1', '10.0.0.1', '198.51.100.1', null],
  ['a proxy wrote it behind what a client claims', '1', '10.0.0.1', 'unknown, 198.51.100.1', null],
  [
    'a proxy of the network wrote it behind what a client claims',
    '10.0.0.0/8',
    '10.0.0.1',
    'unknown, 198.51.100.1',
    null,
  ],
])('X-Forwarded-For is doubted as it should be where %s', (_, setting, seen, forwarded, doubt) => {
  expect(wayOf(seen, forwarded, trustIn(setting)).doubt).toBe(doubt)
})

test.each([
  'true',
  '-1',
  '1.5',
  '11',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '0.0.0.0/0',
  '::/0',
  '10.0.0',
  'localhost',
  'fe80::1%eth0',
  '10.0.0.1,',
  '1,10.0.0.1',
  '',
])('%j names nobody to trust', (text) => {
  expect(readTrust(text)).toBeNull()
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['0', false],
  ['127.1', false],
  ['192.168.0.7', false],
  ['localhost.example', false],
  ['', false],
])('%j is reached from this machine alone: %s', (host, alone) => {
  expect(isLoopback(host)).toBe(alone)
})
