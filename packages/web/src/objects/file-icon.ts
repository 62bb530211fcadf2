import {
  IconFile,
  IconFileCode,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react'
import { extensionOf } from './preview/viewers/extension.ts'

const EXTENSIONS: readonly [TablerIcon, string][] = [
  [IconPhoto, 'jpg jpeg png gif webp avif svg heic tif tiff bmp ico psd dng'],
  [IconMovie, 'mp4 m4v mov webm mkv avi mpg mpeg wmv'],
  [IconMusic, 'mp3 m4a aac flac ogg opus wav wma'],
  [IconFileTypePdf, 'pdf'],
  [IconFileZip, 'zip gz tgz bz2 xz zst 7z rar tar jar'],
  [IconTable, 'csv tsv parquet xls xlsx ods'],
  [IconFileText, 'txt md log doc docx odt rtf tex'],
  [
    IconFileCode,
    'json jsonl yaml yml toml xml html htm css js mjs ts tsx jsx py go rs java c h cpp cs rb php sh sql ipynb',
  ],
]
const ICONS = new Map(EXTENSIONS.flatMap(([icon, names]) => names.split(' ').map((name) => [name, icon])))

/** By the extension: a listing doesn't tell the type of what is stored. */
export function fileIcon(key: string): TablerIcon {
  return ICONS.get(extensionOf(key)) ?? IconFile
}
