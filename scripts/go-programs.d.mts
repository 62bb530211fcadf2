export function goProgramPath(name: string): string
