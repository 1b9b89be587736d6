import { Node } from '@tiptap/react'

/** A stored picture between paragraphs: its address and what it shows, and nothing else. */
export const PictureNode = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  // An address from elsewhere is never loaded: what is pasted with one is left out.
  parseHTML: () => [{ tag: 'img[src^="/hfle/v1/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})
