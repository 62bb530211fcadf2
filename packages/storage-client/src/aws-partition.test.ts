import { expect, onTestFinished, test } from 'vitest'
import { awsPartition, inPartition } from './aws-partition.ts'
import { StorageEndpoint } from './endpoint.ts'
import { arnOf } from './iam/policies.ts'

test.each([
  ['https://s3.eu-central-1.amazonaws.com', 'aws', 'https://iam.amazonaws.com', 'us-east-1'],
  ['https://s3.cn-northwest-1.amazonaws.com.cn', 'aws-cn', 'https://iam.cn-north-1.amazonaws.com.cn', 'cn-north-1'],
  ['https://s3.us-gov-east-1.amazonaws.com', 'aws-us-gov', 'https://iam.us-gov.amazonaws.com', 'us-gov-west-1'],
])('%s belongs to %s, whose IAM is at %s', async (address, name, iamUrl, region) => {
  const url = new URL(address)
  const endpoint = new StorageEndpoint({ url })
  const named = new StorageEndpoint({ url, iam: { url: new URL(iamUrl) } })
  onTestFinished(async () => {
    await Promise.all([endpoint.close(), named.close()])
  })
  expect(awsPartition(url)?.name).toBe(name)
  expect(awsPartition(new URL(iamUrl))?.name).toBe(name)
  for (const { iam } of [endpoint, named]) expect([iam.url.origin, iam.region]).toEqual([iamUrl, region])
})

test.each(['http://127.0.0.1:9000', 'https://amazonaws.com.example.org', 'https://notamazonaws.com'])(
  'nothing is sent to AWS for %s',
  async (address) => {
    const endpoint = new StorageEndpoint({ url: new URL(address) })
    onTestFinished(() => endpoint.close())
    expect(awsPartition(endpoint.url)).toBeUndefined()
    expect(endpoint.iam).toBe(endpoint)
  },
)

test('an address in the settings decides, wherever it is', async () => {
  const url = new URL('https://s3.eu-central-1.amazonaws.com')
  const endpoint = new StorageEndpoint({ url, iam: { url: new URL('https://proxy.example.org') } })
  onTestFinished(() => endpoint.close())
  expect([endpoint.iam.url.origin, endpoint.iam.region]).toEqual(['https://proxy.example.org', 'us-east-1'])
})

test('names the policies of AWS in the partition of the server', async () => {
  const endpoint = new StorageEndpoint({ url: new URL('https://s3.cn-north-1.amazonaws.com.cn') })
  onTestFinished(() => endpoint.close())
  const client = { endpoint, credentials: { accessKey: 'key', secretKey: 'secret' } }
  expect(await arnOf(client, { kind: 'aws', name: 'ReadOnlyAccess' })).toBe('arn:aws-cn:iam::aws:policy/ReadOnlyAccess')
})

test('sends policies with the ARNs of the partition', () => {
  const statement = (partition: string) => ({
    Principal: { AWS: [`arn:${partition}:iam::111122223333:user/a`, '*'] },
    Resource: [`arn:${partition}:s3:::photos/*`],
    // Not an ARN, but a name that has one in it.
    Condition: { StringEquals: { 's3:prefix': ['about arn:aws:s3:::photos'] } },
  })
  const text = (partition: string) => JSON.stringify({ Statement: [statement(partition)] })
  const inChina = new URL('https://s3.cn-north-1.amazonaws.com.cn')
  expect(inPartition(inChina, text('aws'))).toBe(text('aws-cn'))
  expect(inPartition(inChina, text('aws-cn'))).toBe(text('aws-cn'))
  expect(inPartition(new URL('https://s3.us-gov-west-1.amazonaws.com'), text('aws'))).toBe(text('aws-us-gov'))
  for (const url of ['https://s3.eu-central-1.amazonaws.com', 'http://127.0.0.1:9000']) {
    expect(inPartition(new URL(url), text('aws'))).toBe(text('aws'))
  }
})
