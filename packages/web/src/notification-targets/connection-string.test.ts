import { expect, test } from 'vitest'
import { BLANK_PARTS, mysqlConnection, postgresConnection } from './connection-string.ts'

const PARTS = { ...BLANK_PARTS, host: 'db', port: '5432', dbname: 'events', user: 'minio', password: 'secret' }

test('a PostgreSQL connection is built from its parts', () => {
  expect(postgresConnection(PARTS)).toBe('host=db port=5432 user=minio password=secret dbname=events sslmode=require')
  const short = { ...PARTS, port: '', user: '', password: '', sslmode: 'disable' }
  expect(postgresConnection(short)).toBe('host=db dbname=events sslmode=disable')
  expect(postgresConnection({ ...PARTS, password: "it's a \\" })).toContain("password='it\\'s a \\\\'")
  expect(postgresConnection({ ...PARTS, dbname: '' }), 'incomplete').toBe('')
})

test('a MySQL connection is built from its parts', () => {
  expect(mysqlConnection({ ...PARTS, port: '3307' })).toBe('minio:secret@tcp(db:3307)/events')
  expect(mysqlConnection({ ...PARTS, port: '', user: '', password: '' })).toBe('tcp(db:3306)/events')
  expect(mysqlConnection({ ...PARTS, host: '::1', port: '' })).toBe('minio:secret@tcp([::1]:3306)/events')
  expect(mysqlConnection({ ...PARTS, host: '' }), 'incomplete').toBe('')
})
