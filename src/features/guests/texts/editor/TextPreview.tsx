import { useStore } from '#ui/use-store.ts'
import { ListingPreview } from './ListingPreview.tsx'
import { $preview } from './text-editor.store.ts'
import styles from './TextEditor.module.css'

/** What the page of a brand says of what stands in the fields. */
export function TextPreview({
  brands,
  onBrand,
}: {
  brands: ReadonlyArray<{ id: string; name: string }>
  onBrand(brand: string): void
}) {
  const { brand = '', shown = null, trouble = '' } = useStore($preview) ?? {}
  return (
    <section className={styles['preview']} aria-label="As it will read">
      <div className={styles['previewHead']}>
        <h2>As it will read</h2>
        {brands.length < 2 ? (
          <p className="muted">on {brands[0]?.name}</p>
        ) : (
          <label>
            <span className="visually-hidden">Brand that it is shown for</span>
            <select
              className="input"
              value={brand}
              onChange={(event) => onBrand(event.currentTarget.value)}
            >
              {brands.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p className={trouble === '' ? '' : 'notice notice-warning'} role="status">
        {trouble === '' ? '' : `It cannot be shown as it stands: ${trouble}`}
      </p>
      {shown === null ? (
        <p className="muted">It is shown here as soon as you type.</p>
      ) : shown.listing ? (
        <ListingPreview title={shown.title} listing={shown.listing} />
      ) : (
        <article className={`reading ${styles['paper']}`}>
          <h1>{shown.title}</h1>
          {shown.picture === null ? null : <img {...shown.picture} width={900} height={600} />}
          {shown.lead === null ? null : <p>{shown.lead}</p>}
          {shown.points.length === 0 ? null : (
            <ul>
              {shown.points.map(({ title, text }) => (
                <li key={`${title} ${text}`}>
                  {title === null ? null : <strong>{title}. </strong>}
                  {text}
                </li>
              ))}
            </ul>
          )}
          {/* The server's Markdown, as guests get it: it escapes HTML, and takes no address that runs. */}
          <div dangerouslySetInnerHTML={{ __html: shown.html }} />
          {shown.button === null ? null : (
            <p>
              <span className="button">{shown.button}</span>
            </p>
          )}
          {shown.small === null ? null : <p className="muted">{shown.small}</p>}
        </article>
      )}
    </section>
  )
}
