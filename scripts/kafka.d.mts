export function kafkaFolder(): string
