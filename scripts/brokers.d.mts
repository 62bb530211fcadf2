export type BrokerKind = 'postgres'
export function findBrokerProgram(program: string): string | undefined
export function missingBroker(kind: BrokerKind): string | undefined
