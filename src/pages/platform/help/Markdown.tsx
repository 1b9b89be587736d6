import { lexer, type Token, type Tokens } from 'marked'
import { createElement, useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { helpScreen } from '#contract/platform/help.ts'
import { pictureOf } from './book.ts'

interface MarkdownProps {
  text: string
}
const chapterLink = /^(?:\.\/)?([a-z-]+)\.md$/

/** A chapter of the handbook; draws tokens, so that nothing in it becomes HTML by itself. */
export function Markdown({ text }: MarkdownProps) {
  const tokens = useMemo(() => lexer(text), [text])
  const headings = tokens.filter(({ type }) => type === 'heading')
  const block = (token: Token, key: number): ReactNode => {
    switch (token.type) {
      case 'heading': {
        // The page has its own first heading above.
        const level = `h${Math.min(Number(token.depth) + 1, 4)}`
        return createElement(
          level,
          { key, id: `help-${headings.indexOf(token)}`, tabIndex: -1 },
          inline(token.tokens),
        )
      }
      case 'paragraph':
        return <p key={key}>{inline(token.tokens)}</p>
      case 'list':
        return createElement(
          token.ordered ? 'ol' : 'ul',
          { key },
          (token as Tokens.List).items.map((item, at) => (
            <li key={at}>{item.tokens.map(block)}</li>
          )),
        )
      case 'blockquote':
        return <blockquote key={key}>{token.tokens?.map(block)}</blockquote>
      case 'table': {
        const { header, rows } = token as Tokens.Table
        return (
          <div key={key} className="handbook-table" role="region" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {header.map((cell, at) => (
                    <th key={at}>{inline(cell.tokens)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, at) => (
                  <tr key={at}>
                    {row.map((cell, column) => (
                      <td key={column}>{inline(cell.tokens)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
      case 'code':
        return (
          <pre key={key}>
            <code>{token.text}</code>
          </pre>
        )
      case 'text':
        return <span key={key}>{token.tokens ? inline(token.tokens) : token.text}</span>
      default:
        return null
    }
  }
  return <article className="handbook-text">{tokens.map(block)}</article>
}

function inline(tokens: readonly Token[] = []): ReactNode {
  return tokens.map((token, key) => {
    switch (token.type) {
      case 'strong':
        return <strong key={key}>{inline(token.tokens)}</strong>
      case 'em':
        return <em key={key}>{inline(token.tokens)}</em>
      case 'codespan':
        return <code key={key}>{token.text}</code>
      case 'link': {
        const chapter = chapterLink.exec(String(token.href))?.[1]
        return chapter ? (
          <Link key={key} to={`${helpScreen.route}?chapter=${chapter}`}>
            {inline(token.tokens)}
          </Link>
        ) : (
          <a key={key} href={token.href} target="_blank" rel="noreferrer">
            {inline(token.tokens)}
          </a>
        )
      }
      case 'image': {
        const src = pictureOf(String(token.href))
        return src && <img key={key} src={src} alt={token.text} loading="lazy" />
      }
      case 'br':
        return <br key={key} />
      default:
        return 'text' in token ? String(token.text) : null
    }
  })
}
