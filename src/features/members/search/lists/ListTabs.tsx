import { withBoundary } from '#ui/Boundary.tsx'

type Props = { tabs: ReadonlyArray<{ slug: string; title: string }>; here: string }

/** On phones not all tabs fit: the present one is in sight. */
const show = (tab: HTMLElement | null) =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

export const ListTabs = withBoundary(function ListTabs({ tabs, here }: Props) {
  return (
    <nav className="tabs" aria-label="Lists">
      {tabs.map(({ slug, title }) => (
        <a
          key={slug}
          className="tab"
          href={`/plist/${slug}/1`}
          ref={slug === here ? show : undefined}
          aria-current={slug === here ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  )
})
