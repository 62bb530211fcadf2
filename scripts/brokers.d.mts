export type BrokerKind = 'postgres' | 'redis'
export function findBrokerProgram(program: string): string | undefined
export function missingBroker(kind: BrokerKind): string | undefined
