import { element } from '../xml/writer.ts'

export interface Owner {
  id: string
  displayName: string
}

/** MinIO has one owner for everything, with this constant ID. */
export const MINIO_OWNER: Owner = {
  id: '02d6176db174dc93cb1b899f7c6078f08654445fe8cf1b6ce98d8855f66bdbf4',
  displayName: 'minio',
}

export function writeOwner(name: string, owner: Owner): string {
  return `<${name}>${element('ID', owner.id)}${element('DisplayName', owner.displayName)}</${name}>`
}
