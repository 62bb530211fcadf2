/** The address of a directory as MinIO's setting `server_addr` has it. */

const DEFAULT_PORT = 636

export interface DirectoryAddress {
  /** Without brackets. */
  host: string
  port: number
}

/** Undefined if the text isn't `host` or `host:port`. */
export function parseDirectoryAddress(text: string): DirectoryAddress | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:/[\]]+))(?::(\d{1,5}))?$/i.exec(text)
  const [host, port] = [match?.[1] ?? match?.[2], Number(match?.[3] ?? DEFAULT_PORT)]
  return host === undefined || port === 0 || port > 65_535 ? undefined : { host, port }
}
