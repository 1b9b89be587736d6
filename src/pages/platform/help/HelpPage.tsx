import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { chapters, helpScreen, type Chapter } from '#contract/platform/help.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useAnswer } from '#src/kit/calls/use-call.ts'
import { untypedT } from '#src/kit/definition/label.ts'
import { chapterText, excerptOf, findIn, isChapter, wholeBook } from './book.ts'
import { Markdown } from './Markdown.tsx'
import './handbook.css'

const most = 20
const addressOf = (chapter: Chapter) => `${helpScreen.route}?chapter=${chapter}`

/** The handbook: docs/user in the language of who reads, with its chapters beside it. */
export default function HelpPage() {
  const { t: typed, i18n } = useTranslation('help')
  const t = untypedT(typed)
  const { language } = i18n
  const [query] = useSearchParams()
  const asked = query.get('chapter') ?? chapters[0]
  const at = query.get('at')
  const chapter = isChapter(asked) ? asked : null
  const [word, setWord] = useState('')
  const typedWord = word.trim()
  const text = useAnswer(
    'handbook',
    [language, chapter],
    () => (chapter ? chapterText(language, chapter) : Promise.resolve('')),
    { staleTime: Infinity },
  )
  const book = useAnswer('handbook', [language], () => wholeBook(language), {
    enabled: typedWord !== '',
    staleTime: Infinity,
  })
  const found = findIn(book.data ?? [], typedWord)
  useEffect(() => {
    if (text.data === undefined) return
    if (at === null) scrollTo(0, 0)
    else document.querySelector<HTMLElement>(`#help-${Number(at)}`)?.scrollIntoView()
  }, [text.data, at])
  const next = chapter && chapters[chapters.indexOf(chapter) + 1]
  return (
    <div className="handbook">
      <nav aria-label={t('book.chapters')}>
        <Input.Search
          allowClear
          value={word}
          aria-label={t('book.search')}
          placeholder={t('book.search')}
          onChange={({ target }) => setWord(target.value)}
        />
        <ol>
          {chapters.map((one) => (
            <li key={one}>
              <Link
                to={addressOf(one)}
                aria-current={one === chapter && !typedWord ? 'page' : undefined}
                onClick={() => setWord('')}
              >
                {t(`chapters.${one}`)}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className="handbook-page">
        {typedWord ? (
          <section aria-live="polite" aria-busy={book.isPending}>
            {book.data && (
              <p>
                {found.length > 0
                  ? t('book.found', { count: found.length })
                  : t('book.nothing', { text: typedWord })}
              </p>
            )}
            <ul className="handbook-found">
              {found.slice(0, most).map((section) => (
                <li key={`${section.chapter}-${section.at}`}>
                  <Link
                    to={`${addressOf(section.chapter)}&at=${section.at}`}
                    onClick={() => setWord('')}
                  >
                    {t(`chapters.${section.chapter}`)} · {section.title}
                  </Link>
                  <p>{excerptOf(section, typedWord)}</p>
                </li>
              ))}
            </ul>
          </section>
        ) : !chapter ? (
          <p>{t('book.missing')}</p>
        ) : text.isError ? (
          <LoadFailed error={text.error} onRetry={() => void text.refetch()} />
        ) : text.data === undefined ? (
          <ListSkeleton />
        ) : (
          <>
            <Markdown text={text.data} />
            {next && (
              <p className="handbook-next">
                <Link to={addressOf(next)}>
                  {t('book.next', { chapter: t(`chapters.${next}`) })}
                </Link>
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
}
