import { describe, expect, test } from 'vitest'
import type { IncomingHeaders } from '../sigv4/incoming.ts'
import { canonicalAmzHeaders, canonicalResource, hidesParameter, signature, stringToSign } from './canonical.ts'

/** Keys of the examples in the Amazon S3 developer guide. */
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'

function signed(method: string, target: string, date: string, headers: IncomingHeaders = {}): string {
  const [path = '', query = ''] = target.split('?')
  return signature(SECRET, stringToSign({ method, headers, date, resource: canonicalResource(path, query) }))
}

// "Signing and authenticating REST requests", with the bucket in the path, as it is in the canonical resource.
describe('The published examples', () => {
  test.each<[string, string, string, string, IncomingHeaders, string]>([
    [
      'an object is read',
      'GET',
      '/johnsmith/photos/puppy.jpg',
      'Tue, 27 Mar 2007 19:36:42 +0000',
      {},
      'bWq2s1WEIj+Ydj0vQ697zp+IXMU=',
    ],
    [
      'an object is written',
      'PUT',
      '/johnsmith/photos/puppy.jpg',
      'Tue, 27 Mar 2007 21:15:45 +0000',
      { 'content-type': 'image/jpeg', 'content-length': '94328' },
      'MyyxeRY7whkBe+bq8fHCL/2kKUg=',
    ],
    [
      'a bucket is listed',
      'GET',
      '/johnsmith/?prefix=photos&max-keys=50&marker=puppy',
      'Tue, 27 Mar 2007 19:42:41 +0000',
      { 'user-agent': 'Mozilla/5.0' },
      'htDYFYduRNen8P9ZfE/s9SuKy0U=',
    ],
    [
      'a sub-resource is read',
      'GET',
      '/johnsmith/?acl',
      'Tue, 27 Mar 2007 19:44:46 +0000',
      {},
      'c2WLPFtWHVgbEmeEG93a4cG37dM=',
    ],
    [
      'the date is in x-amz-date',
      'DELETE',
      '/johnsmith/photos/puppy.jpg',
      '',
      { 'x-amz-date': 'Tue, 27 Mar 2007 21:20:26 +0000', date: 'Tue, 27 Mar 2007 21:20:27 +0000' },
      'R4dJ53KECjStyBO5iTBJZ4XVOaI=',
    ],
    [
      'an upload has metadata, one header of it twice',
      'PUT',
      '/static.johnsmith.net/db-backup.dat.gz',
      'Tue, 27 Mar 2007 21:06:08 +0000',
      {
        'x-amz-acl': 'public-read',
        'content-type': 'application/x-download',
        'content-md5': '4gJE4saaMU4BqNR0kLY+lw==',
        'x-amz-meta-reviewedby': ['joe@johnsmith.net', 'jane@johnsmith.net'],
        'x-amz-meta-filechecksum': '0x02661779',
        'x-amz-meta-checksumalgorithm': 'crc32',
        'content-disposition': 'attachment; filename=database.dat',
        'content-encoding': 'gzip',
      },
      'ilyl83RwaSoYIEdixDQcA4OnAnc=',
    ],
    ['buckets are listed', 'GET', '/', 'Wed, 28 Mar 2007 01:29:59 +0000', {}, 'qGdzdERIC03wnaRNKh6OqZehG9s='],
    [
      'a key has escapes, which stay as they were sent',
      'GET',
      '/dictionary/fran%C3%A7ais/pr%c3%a9f%c3%a8re',
      'Wed, 28 Mar 2007 01:49:49 +0000',
      {},
      'DNEZGsoieTZ92F3bUfSPQcbGmlM=',
    ],
    [
      'a link ends at a time',
      'GET',
      '/johnsmith/photos/puppy.jpg?AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Signature=x&Expires=1175139620',
      '1175139620',
      {},
      'NpgCjnDzrM+WFzoENXmpNDUsSn8=',
    ],
  ])('%s', (_, method, target, date, headers, expected) => {
    expect(signed(method, target, date, headers)).toBe(expected)
  })
})

describe('The canonical resource', () => {
  test.each([
    ['no parameter of a query that only narrows a listing', 'prefix=a&max-keys=1&list-type=2&encoding-type=url', '/b'],
    ['parameters in the order of their names', 'uploads&acl&partNumber=1', '/b?acl&partNumber=1&uploads'],
    ['capital letters before small ones', 'uploads&uploadId=x', '/b?uploadId=x&uploads'],
    ['a parameter without a value by its name', 'acl=&versioning', '/b?acl&versioning'],
    ['values unescaped', 'response-content-disposition=a%3B%20b%3D%22c%22', '/b?response-content-disposition=a; b="c"'],
    ['a plus as a space', 'response-content-type=a+b', '/b?response-content-type=a b'],
    ['an escaped name', 'response%2Dexpires=1', '/b?response-expires=1'],
    ['every one of a repeated parameter', 'versionId=2&versionId=1', '/b?versionId=2&versionId=1'],
  ])('has %s', (_, query, expected) => {
    expect(canonicalResource('/b', query)).toBe(expected)
  })

  test('has text in other scripts as its UTF-8 bytes', () => {
    const resource = canonicalResource('/b', 'response-content-type=%C3%A9')
    expect(Buffer.from(resource, 'latin1')).toEqual(Buffer.from('/b?response-content-type=é', 'utf8'))
  })

  test.each([
    ['response-content-type=a%26versionId%3Db', true],
    ['response-content-type=a%26acl', true],
    ['response-content-disposition=filename%3D%22a%26b.txt%22', false],
    ['prefix=a%26acl', false],
    ['acl&versionId=b', false],
  ])('is ambiguous when a value hides a parameter: %s %s', (query, expected) => {
    expect(hidesParameter(query)).toBe(expected)
  })
})

describe('The canonical x-amz headers', () => {
  test('are sorted and trimmed; blanks within a value stay', () => {
    const headers = { 'x-amz-meta-b': ' 1   2\t', 'x-amz-acl': 'private', 'x-amzn': 'x', host: 'h', 'x-amz-meta-a': '' }
    expect(canonicalAmzHeaders(headers)).toBe('x-amz-acl:private\nx-amz-meta-a:\nx-amz-meta-b:1   2\n')
  })

  test('are trimmed in linear time, however many blanks they contain', () => {
    const value = `a${' '.repeat(60_000)}b`
    const before = process.threadCpuUsage()

    expect(canonicalAmzHeaders({ 'x-amz-meta-a': `\t${value} ` })).toBe(`x-amz-meta-a:${value}\n`)

    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(500)
  })
})
