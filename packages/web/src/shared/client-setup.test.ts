import { expect, test } from 'vitest'
import { clientEndpoint } from './client-setup.ts'

const ENGINE = { storage: 'http://127.0.0.1:9000', storagePublic: '', features: ['engine'] }

test('clients reach the engine beside the console under the name of the page', () => {
  expect(clientEndpoint(ENGINE, 'nas.lan')).toEqual({ endpoint: 'http://nas.lan:9000', from: 'page' })
  expect(clientEndpoint({ ...ENGINE, storage: 'https://[::1]:9443' }, '192.0.2.7').endpoint).toBe(
    'https://192.0.2.7:9443',
  )
  expect(clientEndpoint(ENGINE, '[2001:db8::1]').endpoint).toBe('http://[2001:db8::1]:9000')
})

test('the address is the one of the settings or the session on the same machine, and for every other storage server', () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    expect(clientEndpoint(ENGINE, host)).toEqual({ endpoint: ENGINE.storage, from: 'console' })
  }
  expect(clientEndpoint({ ...ENGINE, features: [] }, 'nas.lan').endpoint).toBe(ENGINE.storage)
  expect(clientEndpoint({ ...ENGINE, storage: 'https://s3.example.com' }, 'nas.lan').from).toBe('console')
  const named = { ...ENGINE, storagePublic: 'https://s3.example.com' }
  expect(clientEndpoint(named, 'nas.lan')).toEqual({ endpoint: 'https://s3.example.com', from: 'settings' })
  expect(clientEndpoint({ ...named, features: [] }, 'localhost').endpoint).toBe('https://s3.example.com')
  expect(clientEndpoint(undefined, 'nas.lan').endpoint).toBe('')
})
