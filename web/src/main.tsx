import './content-policy.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { prepareFirstPage } from './router.tsx'
import { surviveTranslation } from './ui/page-translation.ts'
import './ui/theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element "root"')

function start(element: HTMLElement): void {
  surviveTranslation()
  const root = createRoot(element)
  // Rendered in slices, between which the browser can handle input: in one go it would keep a phone busy for a third of
  // a second.
  startTransition(() => {
    root.render(<App />)
  })
}

// Not awaited: the page's code imports this module, so the module must have finished first.
void prepareFirstPage().then(() => start(root))
