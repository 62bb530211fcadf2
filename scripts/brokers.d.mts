export type BrokerKind =
  | 'amqp'
  | 'elasticsearch'
  | 'kafka'
  | 'mqtt'
  | 'mysql'
  | 'nats'
  | 'nsq'
  | 'postgres'
  | 'prometheus'
  | 'redis'
export function findBrokerProgram(program: string): string | undefined
export function missingBroker(kind: BrokerKind): string | undefined
