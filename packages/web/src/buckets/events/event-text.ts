import type { BucketEvent } from '@cooperage/contract'

/** `put, delete`; events that have no such word by their own names. */
export function eventNames({ events }: Pick<BucketEvent, 'events'>): string {
  return events.join(', ')
}

/** What a subscription is called among others of its target. */
export function eventRowName({ arn, events, prefix, suffix }: BucketEvent): string {
  return [arn, eventNames({ events }), prefix, suffix].filter((part) => part !== '').join(' ')
}

/** Which sentence says of what objects a subscription tells. */
export function whereOf({ prefix, suffix }: Pick<BucketEvent, 'prefix' | 'suffix'>) {
  if (prefix !== '' && suffix !== '') return 'both'
  if (prefix !== '') return 'prefix'
  return suffix !== '' ? 'suffix' : 'none'
}
