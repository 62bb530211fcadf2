/** Versioning of a bucket, and versions of one object: writing, reading, deleting, the null version. */
import { texts } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { againstAws, differs, given, ODD_KEYS, request } from '../target.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const UNKNOWN = '11111111-1111-4111-8111-111111111111'

function versioningOf(bucket: string) {
  return request({ method: 'GET', bucket, query: { versioning: '' } })
}

function setVersioning(bucket: string, inner: string) {
  const body = `<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</VersioningConfiguration>`
  return request({ method: 'PUT', bucket, query: { versioning: '' }, body })
}

describe('PutBucketVersioning', () => {
  test('is unset at first', async () => {
    const bucket = await given.bucket()
    const response = await versioningOf(bucket)
    expect(response.outcome).toBe('200')
    expect(response.text).toBe(
      '<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></VersioningConfiguration>',
    )
  })

  test.each(['Enabled', 'Suspended'])('sets %s', async (status) => {
    const bucket = await given.bucket()
    expect(await setVersioning(bucket, `<Status>${status}</Status>`)).toMatchObject({ status: 200, text: '' })
    expect(texts((await versioningOf(bucket)).text, 'Status')).toEqual([status])
  })

  test.each([
    ['an unknown status', '<Status>Bad</Status>', 'Bad'],
    ['a status in lower case', '<Status>enabled</Status>', 'enabled'],
    ['no status', '', ''],
  ])('rejects %s', async (_, inner, status) => {
    const bucket = await given.bucket()
    const response = await setVersioning(bucket, inner)
    expect(response.outcome).toBe('400 IllegalVersioningConfigurationException')
    expect(response.message).toBe(
      `Versioning configuration specified in the request is invalid. (unsupported Versioning status ${status})`,
    )
  })

  test.each([
    ['nothing', ''],
    ['another document', '<Foo/>'],
  ])('rejects %s', async (_, body) => {
    const bucket = await given.bucket()
    expect((await request({ method: 'PUT', bucket, query: { versioning: '' }, body })).outcome).toBe(
      differs({ engine: '400 MalformedXML', minio: '500 InternalError' }, 'a client error is not a server error'),
    )
  })

  test('rejects a truncated document', async () => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'PUT',
      bucket,
      query: { versioning: '' },
      body: '<VersioningConfiguration>',
    })
    expect(response.outcome).toBe('400 MalformedXML')
  })

  test.each([
    ['excluded prefixes', '<ExcludedPrefixes><Prefix>tmp/*</Prefix></ExcludedPrefixes>'],
    ['excluded folders', '<ExcludeFolders>true</ExcludeFolders>'],
    ['MFA delete', '<MfaDelete>Enabled</MfaDelete>'],
  ])('rejects %s by name, or stores them', async (_, inner) => {
    const bucket = await given.bucket()
    expect((await setVersioning(bucket, `<Status>Enabled</Status>${inner}`)).outcome).toBe(
      differs(
        { engine: '501 NotImplemented', minio: '200' },
        'the engine does not support versioning exclusions, and MinIO ignores MFA delete',
      ),
    )
  })

  test('accepts an exclusion without effect', async () => {
    const bucket = await given.bucket()
    expect(await setVersioning(bucket, '<Status>Enabled</Status><ExcludeFolders>false</ExcludeFolders>')).toMatchObject(
      {
        status: 200,
      },
    )
  })

  test('rejects a missing bucket', async () => {
    expect((await versioningOf('parity-not-there')).outcome).toBe('404 NoSuchBucket')
    expect((await setVersioning('parity-not-there', '<Status>Enabled</Status>')).outcome).toBe(
      differs({ engine: '404 NoSuchBucket', minio: '200' }, 'nothing was set'),
    )
  })
})

describe('versions of an object', () => {
  test('are all kept and can be read by ID', async () => {
    const bucket = await given.bucket('Enabled')
    const first = await given.version(bucket, 'k', 'one', { 'x-amz-meta-n': '1' })
    const second = await given.version(bucket, 'k', 'two')
    expect([first, second]).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)])

    const latest = await request({ method: 'GET', bucket, key: 'k' })
    expect([latest.text, latest.headers['x-amz-version-id']]).toEqual(['two', second])
    const older = await request({ method: 'GET', bucket, key: 'k', query: { versionId: first } })
    expect([older.text, older.headers['x-amz-version-id'], older.headers['x-amz-meta-n']]).toEqual(['one', first, '1'])
    const head = await request({ method: 'HEAD', bucket, key: 'k', query: { versionId: first } })
    expect([head.status, head.headers['x-amz-version-id'], head.headers['content-length']]).toEqual([200, first, '3'])
  })

  test('are selected by a parameter in any case', async () => {
    const bucket = await given.bucket('Enabled')
    const first = await given.version(bucket, 'k', 'one')
    await given.version(bucket, 'k', 'two')
    const upper = await request({ method: 'GET', bucket, key: 'k', query: { versionId: first.toUpperCase() } })
    expect([upper.text, upper.headers['x-amz-version-id']]).toEqual(['one', first])
  })

  test.each<[string, string, Record<string, string>, status: number, afterwards: number]>([
    ['GetObject', 'GET', {}, 200, 200],
    ['HeadObject', 'HEAD', {}, 200, 200],
    ['GetObjectTagging', 'GET', { tagging: '' }, 200, 200],
    ['DeleteObjectTagging', 'DELETE', { tagging: '' }, 204, 200],
    ['DeleteObject', 'DELETE', {}, 204, 404],
  ])('are not addressed by an empty ID: %s', async (_, method, query, status, afterwards) => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'k')
    const response = await request({ method, bucket, key: 'k', query: { ...query, versionId: '' } })
    const { status: remains } = await request({ method: 'HEAD', bucket, key: 'k' })
    expect([response.outcome, remains]).toEqual(
      differs(
        {
          engine: ['400 InvalidArgument', 200],
          minio: [`${status}`, afterwards],
        },
        'a deletion that lacks the version it was meant for must not hide the object; AWS refuses an empty ID',
      ),
    )
  })

  test.each(['GET', 'HEAD'])('that are missing are distinguished from missing objects: %s', async (method) => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'k')
    const of = async (key: string, versionId: string) =>
      (await request({ method, bucket, key, query: { versionId } })).outcome
    expect(await of('k', UNKNOWN)).toEqual('404 NoSuchVersion')
    expect(await of('k', 'null')).toEqual('404 NoSuchVersion')
    expect(await of('nothing', UNKNOWN)).toEqual('404 NoSuchVersion')
    for (const malformed of ['zz', 'NULL']) {
      expect(await of('k', malformed)).toEqual('400 InvalidArgument')
    }
  })

  test('are returned when a condition fails or the object is unchanged', async () => {
    const bucket = await given.bucket('Enabled')
    const versionId = await given.version(bucket, 'k', 'one')
    const headers = { etag: '"f97c5d29941bfb1b2fdab0874906ab82"', 'x-amz-version-id': versionId }
    const notModified = await request({ method: 'GET', bucket, key: 'k', headers: { 'if-none-match': '*' } })
    expect(notModified).toMatchObject({ status: 304, headers })
    const failed = await request({ method: 'GET', bucket, key: 'k', headers: { 'if-match': '"other"' } })
    expect(failed).toMatchObject({ status: 412, code: 'PreconditionFailed', headers })
    expect(failed.headers['last-modified']).toBe(notModified.headers['last-modified'])
  })

  test.each(ODD_KEYS.filter((key) => !key.endsWith('/')))('can have unusual keys: %j', async (key) => {
    const bucket = await given.bucket('Enabled')
    const first = await given.version(bucket, key, 'one')
    await given.version(bucket, key, 'two')
    expect((await request({ method: 'GET', bucket, key, query: { versionId: first } })).text).toBe('one')
    const deleted = await request({ method: 'DELETE', bucket, key, query: { versionId: first } })
    expect([deleted.status, deleted.headers['x-amz-version-id']]).toEqual([204, first])
    expect((await request({ method: 'GET', bucket, key })).text).toBe('two')
  })
})

test('can have a key that ends with a slash', async () => {
  const bucket = await given.bucket('Enabled')
  const first = await given.version(bucket, 'folder/', 'one')
  const second = await given.version(bucket, 'folder/', 'two')
  const { text } = await request({ method: 'GET', bucket, query: { versions: '' } })
  expect(texts(text, 'VersionId')).toEqual(
    differs(
      { engine: [second, first], minio: ['null'] },
      'MinIO treats such a key as a folder with one version; S3 treats it as any other key',
    ),
  )
})

describe('a delete marker', () => {
  async function deleted() {
    const bucket = await given.bucket('Enabled')
    const versionId = await given.version(bucket, 'k', 'one')
    const response = await request({ method: 'DELETE', bucket, key: 'k' })
    return { bucket, versionId, response, marker: response.headers['x-amz-version-id'] ?? '' }
  }

  test('is created by a delete and returned', async () => {
    const { response, marker } = await deleted()
    expect(response).toMatchObject({ status: 204, text: '', headers: { 'x-amz-delete-marker': 'true' } })
    expect(marker).toMatch(UUID)
  })

  test.each(['GET', 'HEAD'])('hides the object and is identified in the response: %s', async (method) => {
    const { bucket, marker, versionId } = await deleted()
    const headers = { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker }
    expect(await request({ method, bucket, key: 'k' })).toMatchObject({ status: 404, code: 'NoSuchKey', headers })
    const ofMarker = await request({ method, bucket, key: 'k', query: { versionId: marker } })
    expect(ofMarker).toMatchObject({ status: 405, code: 'MethodNotAllowed', headers })
    const isDated = !Number.isNaN(Date.parse(ofMarker.headers['last-modified'] ?? ''))
    expect([isDated, ofMarker.headers.allow]).toEqual(
      differs({ engine: [true, 'DELETE'], minio: [false, undefined] }, 'AWS documents when the marker was created'),
    )
    expect((await request({ method, bucket, key: 'k', query: { versionId } })).status).toBe(200)
  })

  test('is omitted from the listing of objects', async () => {
    const { bucket } = await deleted()
    expect(texts((await request({ method: 'GET', bucket, query: { 'list-type': '2' } })).text, 'Key')).toEqual([])
  })

  test('is not created twice', async () => {
    const { bucket, marker } = await deleted()
    const again = await request({ method: 'DELETE', bucket, key: 'k' })
    expect(again).toMatchObject({ status: 204, headers: { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker } })
    const { text } = await request({ method: 'GET', bucket, query: { versions: '' } })
    expect(texts(text, 'VersionId')).toHaveLength(2)
  })

  test('is not created for a missing object', async () => {
    const bucket = await given.bucket('Enabled')
    const response = await request({ method: 'DELETE', bucket, key: 'nothing' })
    const { 'x-amz-delete-marker': marker, 'x-amz-version-id': versionId } = response.headers
    expect([response.status, marker, versionId]).toEqual(againstAws([204, undefined, undefined], 'noMarkerOfNothing'))
    expect(texts((await request({ method: 'GET', bucket, query: { versions: '' } })).text, 'Key')).toEqual([])
  })

  test('is undone by deleting it', async () => {
    const { bucket, marker } = await deleted()
    const response = await request({ method: 'DELETE', bucket, key: 'k', query: { versionId: marker } })
    expect(response).toMatchObject({
      status: 204,
      headers: { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker },
    })
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('one')
  })

  test('keeps the bucket from being deleted', async () => {
    const { bucket } = await deleted()
    const response = await request({ method: 'DELETE', bucket })
    expect(response.outcome).toBe('409 BucketNotEmpty')
    expect(response.message).toBe(
      'The bucket you tried to delete is not empty. You must delete all versions in the bucket.',
    )
  })

  test('counts as a missing object in conditional writes', async () => {
    const { bucket } = await deleted()
    const put = (headers: Record<string, string>) => request({ method: 'PUT', bucket, key: 'k', body: 'x', headers })
    expect((await put({ 'if-match': '*' })).outcome).toBe('404 NoSuchKey')
    expect((await put({ 'if-none-match': '*' })).outcome).toBe('200')
  })
})

describe('deleting a version', () => {
  test('removes it permanently and makes the previous one the latest', async () => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'k', 'one')
    const second = await given.version(bucket, 'k', 'two')
    const response = await request({ method: 'DELETE', bucket, key: 'k', query: { versionId: second } })
    expect([response.status, response.headers['x-amz-version-id'], response.headers['x-amz-delete-marker']]).toEqual([
      204,
      second,
      undefined,
    ])
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('one')
  })

  test.each([UNKNOWN, 'null'])('that is missing succeeds and returns no version: %s', async (versionId) => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'k')
    const response = await request({ method: 'DELETE', bucket, key: 'k', query: { versionId } })
    expect([response.status, response.headers['x-amz-version-id']]).toEqual([204, undefined])
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(200)
  })

  test('rejects an invalid ID', async () => {
    const bucket = await given.bucket('Enabled')
    const response = await request({ method: 'DELETE', bucket, key: 'k', query: { versionId: 'zz' } })
    expect(response.outcome).toBe('400 InvalidArgument')
    expect(response.message).toBe('Invalid version id specified')
  })
})

describe('the null version', () => {
  test('is the object from before versioning, and is kept next to later versions', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'before')
    await given.versioning(bucket, 'Enabled')
    await given.version(bucket, 'k', 'after')
    const response = await request({ method: 'GET', bucket, key: 'k', query: { versionId: 'null' } })
    expect([response.text, response.headers['x-amz-version-id']]).toEqual(['before', undefined])
  })

  test('is replaced while versioning is suspended', async () => {
    const bucket = await given.bucket('Enabled')
    const kept = await given.version(bucket, 'k', 'kept')
    await given.versioning(bucket, 'Suspended')
    expect(await given.version(bucket, 'k', 'one')).toBe('null')
    expect(await given.version(bucket, 'k', 'two')).toBe('null')
    expect((await request({ method: 'GET', bucket, key: 'k', query: { versionId: 'null' } })).text).toBe('two')
    const { text } = await request({ method: 'GET', bucket, query: { versions: '' } })
    expect([texts(text, 'VersionId'), texts(text, 'IsLatest')]).toEqual([
      ['null', kept],
      ['true', 'false'],
    ])
  })

  test('is replaced by a null delete marker while versioning is suspended', async () => {
    const bucket = await given.bucket('Enabled')
    const kept = await given.version(bucket, 'k', 'kept')
    await given.versioning(bucket, 'Suspended')
    await given.version(bucket, 'k', 'null')
    const response = await request({ method: 'DELETE', bucket, key: 'k' })
    expect([response.status, response.headers['x-amz-delete-marker'], response.headers['x-amz-version-id']]).toEqual([
      204,
      undefined,
      undefined,
    ])
    const headers = { 'x-amz-delete-marker': 'true', 'x-amz-version-id': 'null' }
    expect(await request({ method: 'GET', bucket, key: 'k' })).toMatchObject({
      status: 404,
      code: 'NoSuchKey',
      headers,
    })
    expect(await request({ method: 'GET', bucket, key: 'k', query: { versionId: 'null' } })).toMatchObject({
      status: 405,
      code: 'MethodNotAllowed',
      headers,
    })
    const { text } = await request({ method: 'GET', bucket, query: { versions: '' } })
    expect(texts(text, 'VersionId')).toEqual(['null', kept])
  })

  test('can be deleted by its ID to restore the object', async () => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'k', 'kept')
    await given.versioning(bucket, 'Suspended')
    await request({ method: 'DELETE', bucket, key: 'k' })
    expect((await request({ method: 'DELETE', bucket, key: 'k', query: { versionId: 'null' } })).status).toBe(204)
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('kept')
  })

  test('is the only one without versioning', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    expect((await request({ method: 'HEAD', bucket, key: 'k', query: { versionId: 'null' } })).status).toBe(200)
    expect((await request({ method: 'HEAD', bucket, key: 'k', query: { versionId: UNKNOWN } })).outcome).toBe(
      '404 NoSuchVersion',
    )
    await request({ method: 'DELETE', bucket, key: 'k', query: { versionId: UNKNOWN } })
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(200)
    await request({ method: 'DELETE', bucket, key: 'k', query: { versionId: 'null' } })
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
  })
})
