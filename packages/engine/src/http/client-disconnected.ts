/** The client closed its connection before the end of the exchange. */
export class ClientDisconnected extends Error {
  override name = 'ClientDisconnected'
}
