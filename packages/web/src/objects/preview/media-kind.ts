import { hasExtension } from './viewers/extension.ts'

const VIDEO = ['mp4', 'm4v', 'webm', 'mov', 'ogv']
const AUDIO = ['mp3', 'm4a', 'aac', 'wav', 'ogg', 'oga', 'opus', 'flac']

/** Whether the browser's own player shows an object, by the last part of its key and its type. */
export function mediaKind(name: string, contentType: string): 'video' | 'audio' | undefined {
  const type = contentType.toLowerCase()
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/')) return 'audio'
  if (hasExtension(name, VIDEO)) return 'video'
  return hasExtension(name, AUDIO) ? 'audio' : undefined
}
