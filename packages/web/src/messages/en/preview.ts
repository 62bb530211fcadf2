import { messages } from '../messages.ts'

/** Previews of objects: the frame with its viewers, and the dialog around it. */
export const preview = messages('preview', {
  action: 'Preview',
  title: 'Preview of {{name}}',
  frame: 'Content of {{name}}',
  viewAs: 'View as',
  kinds: {
    archive: 'Contents',
    hex: 'Hex',
    image: 'Image',
    markdown: 'Markdown',
    pdf: 'PDF',
    table: 'Table',
    text: 'Text',
  },
  isEmpty: 'This object is empty.',
  noViewer: 'There is no preview for this kind of object. Download it to open it.',
  unreadable: 'The content can’t be read: {{reason}}',
  encoded: {
    tooLarge:
      'This object is stored compressed (Content-Encoding: {{encoding}}). Uncompressed, it’s more than {{limit}}, which is too large to preview. Download it to open it.',
    damaged:
      'The content of this object doesn’t match its Content-Encoding, {{encoding}}. Correct the header under Metadata on the object’s page.',
  },
  stopped: 'This preview stopped responding. Download the object to open it.',
  previous: 'Previous object',
  next: 'Next object',
  place: '{{at}} of {{all}}',
  download: 'Download',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Exit full screen',
  close: 'Close',
  image: {
    alt: 'Image',
    size: '{{width}} × {{height}} pixels',
    actualSize: 'Actual size',
    notOne: 'This isn’t an image in a supported format. Choose another view, or download it.',
    tooManyBytes: 'This image is {{size}}. The preview shows images up to {{limit}}. Download it to open it.',
    tooManyPixels:
      'This image has {{width}} × {{height}} pixels. The preview shows images up to {{limit}} million pixels. Download it to open it.',
    tooComplex: 'This drawing is too complex to show. Choose another view, or download it.',
    broken: 'This image is damaged. Choose another view, or download it.',
  },
  pdf: {
    page: 'Page {{page}} of {{all}}',
    previous: 'Previous page',
    next: 'Next page',
    zoom: 'Zoom in',
    locked: 'This PDF needs a password. Download it to open it.',
    broken: 'This isn’t a readable PDF. Choose another view, or download it.',
    brokenPage: 'This page can’t be shown.',
  },
  media: {
    label: 'Player for {{name}}',
  },
  pane: {
    label: 'Preview and details',
    show: 'Show preview and details beside the folder',
    hide: 'Hide preview and details',
    empty: 'No object selected',
    emptyHint: 'Choose an object in the folder to see its preview and details here.',
    open: 'Open its page',
  },
  grid: {
    show: 'Show as grid',
    list: 'Show as list',
    label: '{{name}} as a grid',
  },
})
