/** Which value a storage server's message is about. Servers report no key, but most messages name it, or quote its value. */

export interface NamedValue {
  key: string
  value: string
}

/** The only one of `values` that the message can mean. */
export function namedKey<Value extends NamedValue>(message: string, values: readonly Value[]): Value | undefined {
  for (const matches of [namesKey, quotesValue, containsKey, namesAddress, lacksScheme]) {
    const found = values.filter((one) => matches(message, one))
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
  }
  return undefined
}

/** `'endpoint' is not optional for …` */
function namesKey(message: string, { key }: NamedValue): boolean {
  return message.includes(`'${key}'`)
}

/** `region '9bad' is invalid`, `time: invalid duration "x"`, `Get "http://…": …`, `invalid value x for …` */
function quotesValue(message: string, { value }: NamedValue): boolean {
  return value !== '' && (message.includes(`'${value}'`) || message.includes(`"${value}"`))
}

/** `invalid queue_size value`, `queueDir path should be absolute` */
function containsKey(message: string, { key }: NamedValue): boolean {
  const words: string[] = message.match(/\w+/g) ?? []
  return key.includes('_') && words.some((word) => word.toLowerCase().replaceAll('_', '') === key.replaceAll('_', ''))
}

/** `dial tcp 127.0.0.1:1: connect: connection refused`, `lookup nohost: no such host` */
function namesAddress(message: string, { value }: NamedValue): boolean {
  const address = /dial tcp ([^ ]+:\d+): /.exec(message)?.[1] ?? /lookup ([^ :]+)/.exec(message)?.[1]
  return address !== undefined && value.includes(address)
}

/** `unexpected scheme found ftp`, and without a word if the value has none. */
function lacksScheme(message: string, { key, value }: NamedValue): boolean {
  const scheme = /^unexpected scheme found (\S*)$/.exec(message)?.[1]
  if (scheme === undefined || !/(^|_)(url|endpoints?)$/.test(key)) return false
  return scheme === '' ? !value.includes('://') : value.includes(`${scheme}:`)
}
