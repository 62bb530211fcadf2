import type versions from '../parity/src/clients/versions.json'

export function clientFolder(name: keyof typeof versions): string
