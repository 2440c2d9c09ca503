import './content-policy.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { surviveTranslation } from './ui/page-translation.ts'
import './ui/theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element "root"')

surviveTranslation()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
