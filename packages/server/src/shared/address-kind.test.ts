import { expect, test } from 'vitest'
import { addressKind } from './address-kind.ts'

test.each([
  '127.0.0.1',
  '127.255.0.9',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '2002:7f00:1::',
])('%s is a loopback address', (address) => {
  expect(addressKind(address)).toBe('loopback')
})

test.each([
  '0.0.0.0',
  '::',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  '::ffff:100.100.100.200',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd00:ec2:ffff::1',
  '100.100.100.200',
  '192.0.0.192',
  '100::1',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  'ff02::1',
  'storage.example',
  '',
  '010.0.0.1',
])('%s is never connected to', (address) => {
  expect(addressKind(address)).toBe('never')
})

test.each(['100.64.0.0', '100.127.255.255', '::ffff:100.64.0.1', '64:ff9b::6440:1', '2002:6440:1::'])(
  '%s is shared address space',
  (address) => {
    expect(addressKind(address)).toBe('shared')
  },
)

test.each(['192.0.0.1', '198.19.255.255', '240.0.0.1', '::ffff:240.0.0.1', 'fec0::1'])('%s is reserved', (address) => {
  expect(addressKind(address)).toBe('reserved')
})

test.each([
  '10.0.0.7',
  '192.168.1.2',
  '172.16.0.1',
  '100.63.255.255',
  '100.128.0.0',
  '198.20.0.1',
  '203.0.113.9',
  'fd12:3456::1',
  'fd00:ec3::1',
  '2a00::1',
  '::ffff:10.0.0.7',
])('%s may be a storage server', (address) => {
  expect(addressKind(address)).toBe('other')
})
