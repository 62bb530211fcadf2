/** The client closed its connection before the exchange was over: nobody is left to answer. */
export class ClientDisconnected extends Error {
  override name = 'ClientDisconnected'
}
