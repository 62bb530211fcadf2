import type { BucketEvent } from '@cooperage/contract'

/** `put, delete`; other events by their own names. */
export function eventNames({ events }: Pick<BucketEvent, 'events'>): string {
  return events.join(', ')
}

/** The name of a target and its service, `photos (webhook)`; an ARN of another form as it is. */
export function targetName(arn: string): string {
  const [, name, service] = /^arn:[^:]*:sqs:[^:]*:([^:]+):([^:]+)$/.exec(arn) ?? []
  return name === undefined ? arn : `${name} (${service})`
}

/** The name of a subscription among others of its target. */
export function eventRowName({ arn, events, prefix, suffix }: BucketEvent): string {
  return [targetName(arn), eventNames({ events }), prefix, suffix].filter((part) => part !== '').join(' ')
}

/** The message that describes which objects a subscription covers. */
export function whereOf({ prefix, suffix }: Pick<BucketEvent, 'prefix' | 'suffix'>) {
  if (prefix !== '' && suffix !== '') return 'both'
  if (prefix !== '') return 'prefix'
  return suffix !== '' ? 'suffix' : 'none'
}
