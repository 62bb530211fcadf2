export function azuriteFolder(): string
export function azuriteProgram(): string
