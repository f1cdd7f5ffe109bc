import { expect, test } from 'vitest'
import { addressProblem } from '#money/ads/booked/ad-address.ts'

test.each<[string, boolean]>([
  ['https://shop.example.org/a?b=c#d', true],
  ['https://xn--bcher-kva.example.org/', true],
  ['https://bücher.example.org/', true],
  ['site:wivesnow', true],
  ['site:nobrand', false],
  ['http://shop.example.org/', false],
  ['javascript:alert(1)', false],
  ['data:text/html,<script>', false],
  ['//shop.example.org', false],
  ['shop.example.org', false],
  ['', false],
  ['https://', false],
  ['https://10.0.0.1/', false],
  ['https://0x0a000001/', false],
  ['https://167772161/', false],
  ['https://192.168.1.1.', false],
  ['https://[::1]/', false],
  ['https://[fd00::1]/', false],
  ['https://localhost/', false],
  ['https://localhost./', false],
  ['https://printer.local/', false],
  ['https://wiki.internal/', false],
  ['https://intranet/', false],
  ['https://user:secret@shop.example.org/', false],
  ['https://shop.example.org:8443/', false],
])('an ad may lead to %s: %s', (address, may) => {
  expect(addressProblem(address) === null).toBe(may)
})
