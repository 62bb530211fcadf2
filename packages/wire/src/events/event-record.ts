/** The record of one event, as MinIO sends it to webhooks and listeners (event version 2.0). */
export interface EventFacts {
  name: string
  bucket: string
  key: string
  /** Omitted for an unversioned object. */
  versionId?: string
  /** Omitted for removals. */
  content?: { size: number; etag: string; contentType: string; metadata: Record<string, string> }
  /** Milliseconds since the epoch: of the event, and of the object. */
  time: number
  objectTime: number
  region: string
  accessKey: string
  clientAddress: string
  userAgent: string
  requestId: string
  hostId: string
  deploymentId: string
  endpoint: string
}

export interface EventRecordOptions {
  /** Webhooks get keys escaped as in a query, listeners get them unchanged. */
  escapesKey: boolean
}

export function eventRecord(facts: EventFacts, { escapesKey }: EventRecordOptions): Record<string, unknown> {
  const { name, bucket, key, versionId, content, region, accessKey } = facts
  return {
    eventVersion: '2.0',
    eventSource: 'minio:s3',
    awsRegion: region,
    eventTime: new Date(facts.time).toISOString(),
    eventName: name,
    userIdentity: { principalId: accessKey },
    requestParameters: { principalId: accessKey, region, sourceIPAddress: facts.clientAddress },
    responseElements: {
      'x-amz-id-2': facts.hostId,
      'x-amz-request-id': facts.requestId,
      'x-minio-deployment-id': facts.deploymentId,
      'x-minio-origin-endpoint': facts.endpoint,
    },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'Config',
      bucket: { name: bucket, ownerIdentity: { principalId: accessKey }, arn: `arn:aws:s3:::${bucket}` },
      object: {
        key: escapesKey ? queryEscaped(key) : key,
        ...(content === undefined
          ? {}
          : {
              ...(content.size === 0 ? {} : { size: content.size }),
              eTag: content.etag,
              contentType: content.contentType,
              userMetadata: content.metadata,
            }),
        ...(versionId === undefined ? {} : { versionId }),
        // Orders the events of one key: nanoseconds in hexadecimal.
        sequencer: (BigInt(facts.objectTime) * 1_000_000n).toString(16).toUpperCase(),
      },
    },
    source: { host: facts.clientAddress, port: '', userAgent: facts.userAgent },
  }
}

/** As in a query, with a plus for a space. */
function queryEscaped(text: string): string {
  const escaped = encodeURIComponent(text.toWellFormed())
  return escaped
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}
