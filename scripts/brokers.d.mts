export type BrokerKind =
  | 'amqp'
  | 'azurite'
  | 'elasticsearch'
  | 'kafka'
  | 'mqtt'
  | 'mysql'
  | 'nats'
  | 'nsq'
  | 'openldap'
  | 'postgres'
  | 'prometheus'
  | 'redis'
export function findBrokerProgram(program: string): string | undefined
export function missingBroker(kind: BrokerKind): string | undefined
