import './content-policy.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { prepareFirstPage } from './router.tsx'
import { surviveTranslation } from './ui/page-translation.ts'
import './ui/theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element "root"')

function start(element: HTMLElement): void {
  surviveTranslation()
  createRoot(element).render(<App />)
}

// Not awaited: the page's code imports this module, so the module must have finished first.
void prepareFirstPage().then(() => start(root))
