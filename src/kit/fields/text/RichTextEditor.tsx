import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HubButton } from '#src/kit/fields/file/HubButton.tsx'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { PictureNode } from './picture-node.ts'

interface Tool {
  key: string
  icon: ReactNode
  isOn: (editor: Editor) => boolean
  run: (editor: Editor) => void
}
const tools: readonly Tool[] = [
  {
    key: 'heading',
    icon: <b>H</b>,
    isOn: (e) => e.isActive('heading', { level: 2 }),
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    key: 'bold',
    icon: <BoldOutlined />,
    isOn: (e) => e.isActive('bold'),
    run: (e) => e.chain().focus().toggleBold().run(),
  },
  {
    key: 'italic',
    icon: <ItalicOutlined />,
    isOn: (e) => e.isActive('italic'),
    run: (e) => e.chain().focus().toggleItalic().run(),
  },
  {
    key: 'strike',
    icon: <StrikethroughOutlined />,
    isOn: (e) => e.isActive('strike'),
    run: (e) => e.chain().focus().toggleStrike().run(),
  },
  {
    key: 'bullets',
    icon: <UnorderedListOutlined />,
    isOn: (e) => e.isActive('bulletList'),
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    key: 'numbers',
    icon: <OrderedListOutlined />,
    isOn: (e) => e.isActive('orderedList'),
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    key: 'undo',
    icon: <UndoOutlined />,
    isOn: () => false,
    run: (e) => e.chain().focus().undo().run(),
  },
  {
    key: 'redo',
    icon: <RedoOutlined />,
    isOn: () => false,
    run: (e) => e.chain().focus().redo().run(),
  },
]

function LinkTool({ editor, disabled }: { editor: Editor; disabled: boolean | undefined }) {
  const { t } = useTranslation('kit')
  const [address, setAddress] = useState<string>()
  const finish = () => {
    if (address) editor.chain().focus().extendMarkRange('link').setLink({ href: address }).run()
    else editor.chain().focus().extendMarkRange('link').unsetLink().run()
    setAddress(undefined)
  }
  return (
    <>
      <Button
        type="text"
        icon={<LinkOutlined />}
        disabled={disabled}
        aria-label={t('kit:editor.link')}
        aria-pressed={editor.isActive('link')}
        onClick={() =>
          setAddress(
            address === undefined ? String(editor.getAttributes('link').href ?? '') : undefined,
          )
        }
      />
      {address !== undefined && (
        <span className="kit-editor-link">
          <Input
            size="small"
            value={address}
            aria-label={t('kit:editor.address')}
            placeholder="https://"
            onChange={(event) => setAddress(event.target.value)}
          />
          <Button size="small" onClick={finish}>
            {t('kit:editor.apply')}
          </Button>
        </span>
      )}
    </>
  )
}

/** Formatted text as HTML; an editor without text gives the empty value. */
export default function RichTextEditor({
  id,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const { t } = useTranslation('kit')
  const editor = useEditor({
    extensions: [
      PictureNode,
      StarterKit.configure({
        link: { openOnClick: false, protocols: ['https', 'http', 'mailto', 'tel'] },
      }),
    ],
    content: typeof value === 'string' ? value : '',
    editable: !disabled,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
    },
    onUpdate: ({ editor: edited }) => onChange(edited.isEmpty ? '' : edited.getHTML()),
    onBlur: () => onBlur?.(),
  })
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map((tool) => (now ? tool.isOn(now) : false)),
  })
  if (!editor) return null
  return (
    <div className={invalid ? 'kit-editor kit-editor-invalid' : 'kit-editor'}>
      <div role="toolbar" aria-label={t('kit:editor.toolbar')} className="kit-editor-tools">
        {tools.map((tool, at) => (
          <Button
            key={tool.key}
            type={on?.[at] ? 'primary' : 'text'}
            icon={tool.icon}
            disabled={disabled}
            aria-label={t(`kit:editor.${tool.key}`)}
            aria-pressed={on?.[at]}
            onClick={() => tool.run(editor)}
          />
        ))}
        <LinkTool editor={editor} disabled={disabled} />
        <HubButton
          isTool
          disabled={disabled}
          onPick={({ url, name }) =>
            editor
              .chain()
              .focus()
              .insertContent({ type: PictureNode.name, attrs: { src: url, alt: name } })
              .run()
          }
        />
      </div>
      <EditorContent editor={editor} />
      {field.max && (
        <div className="kit-editor-count">{`${String(value ?? '').length} / ${field.max}`}</div>
      )}
    </div>
  )
}
