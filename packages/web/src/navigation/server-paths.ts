import { basePath } from './base-path.ts'

/** Addresses of the consoles of several storage servers, below the one that this page is part of or lists. */
const outerBase = () => basePath().replace(/servers\/[^/]+\/$/, '')

/** The list of all storage servers. */
export const serversUrl = () => `${outerBase()}servers`

/** The base path of the console of one of them. */
export const serverBase = (name: string) => `${outerBase()}servers/${name}/`
