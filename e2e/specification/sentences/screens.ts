/** Screens and routes. */
export const screens = [
  '/ and /login: Login screen.',
  '/ when visited: Acts as a redirect screen (see below).',
  '/dashboard: Listed as a route.',
  "/dashboard/sync: Locust-style sync page (called 'Sync page' here).",
  '/dashboard/monitor: Monitor page.',
  '/dashboard/reports: Reports page.',
  '/profile: Profile page.',
  '/admin, /admin/users, /admin/monitoring, /admin/branding: Admin settings.',
  "any other path: 404 page titled '404 Page Not Found'.",

  // Login and redirect
  'Login screen: shows the custom logo if brand settings are active, otherwise a default icon.',
  "Fields: username (placeholder 'Enter username') and password (placeholder 'Enter password').",
  "The Login button reads 'Logging in...' while submitting.",
  'A failure shows a destructive alert.',
  'An already authenticated visitor is sent to /dashboard/reports.',
  "Root/redirect behaviour: while auth state loads, show 'Loading...'.",
  'Unauthenticated: replace the location with /login.',
  "Authenticated: replace it with /dashboard/monitor, showing 'Redirecting...'.",
  'Note that a successful login goes to /dashboard/reports, while the root redirect for an authenticated visitor goes to /dashboard/monitor; both are as stated.',
  'The browser favicon is replaced with the custom logo when one exists, otherwise removed.',

  // Shell (sync, monitor, reports, profile pages)
  'Left sidebar, collapsible to icons, with logo, title and nav links; the active link is highlighted.',
  "Below 768 px it becomes a slide-in sheet titled 'Navigation Menu'.",
  'Ctrl or Cmd plus B toggles it.',
  'The expanded/collapsed choice is kept in a cookie named sidebar_state for 7 days.',
  'Nav links: Locust Sync (/dashboard/sync), Monitor (/dashboard/monitor), Reports (/dashboard/reports), Settings (/admin, admin role only).',
  'Header: page title, subtitle, optional actions, user menu with Profile (/profile) and Logout.',
  'Global toast notifications and tooltips.',
  "The sync, monitor and reports pages redirect to /login when unauthenticated and show a 'Loading...' spinner while auth resolves.",

  // Sync page
  "One card containing: A status dot with 'Ready to run' or 'Sync in progress...'.",
  "'Last Export' and 'Last Import' times, shown in US Eastern time (short month, day, year, hour, minute), or 'Never run' when none.",
  'An automation error line (the export error, if any).',
  "Two checkboxes: 'Export from Locust' and 'Import to SMPW Dashboard' (the external system and the product are named in these labels).",
  "A Run button, which reads 'Running...' while busy and is disabled when neither box is ticked or a sync is running.",

  // Monitor page
  "'Job Status' card with a 'Live' indicator while any job is active.",
  "Job list: short id (last 3 characters), label, status, a progress bar when running, times and duration, 'Started by'.",
  "Empty and loading states: 'Loading jobs...', 'No jobs found'.",
  'Maximum list height 96 units (scrolls).',
  'Buttons: Cancel Job (on running or queued jobs), View Details, Refresh Status, Cancel All Jobs (only while jobs are active), Clear Completed.',
  'Job details dialog (title shows the last 8 characters of the id): status; progress percent;',
  "Started ('Not started' if empty);",
  'Elapsed Time (running jobs);',
  'Completed (completed or failed jobs);',
  'Started by;',
  "Target (relabelled Circuits or Congregations for report jobs; several targets appear as a scrollable list with 'Processing N circuits' or 'Processing N congregations');",
  'Error;',
  "Logs (pre-formatted, 'No logs available' if empty)",
  'with an auto-scroll toggle ON/OFF',
  "and, while active, the note 'Syncing with GitHub every 3s';",
  "and a 'View Workflow Details' button that opens the workflow run link in a new tab when one exists.",
  'Log auto-scroll applies when the view is within 50 px of the bottom.',

  // Reports page
  'Two cards side by side.',
  'Report type select: Circuit Report or Congregation Report.',
  'Searchable (case-insensitive) multi-select checklist with Select All and Clear All (both act on the filtered list) and a count of selected items.',
  "For the congregation type, a 'Bulk Select by Circuits' switch reveals a circuit list with its own search, 'Select All Circuits' and 'Clear All Circuits', and each circuit's congregation count.",
  'Ticking a circuit adds all its congregations to the congregation selection; unticking removes them.',
  "The congregation label reads '(Auto-selected from circuits + Manual selections)'.",
  'Changing report type clears all searches and selections and closes bulk mode.',
  "The Generate button reads 'Generate N Reports' and is disabled when nothing is selected or while generating.",
  'Refresh; search box (matches circuit id or filename); sort select (Date newest first, Name, Size largest first).',
  "Report cards: circuit id, 'Generated' date, size in MB with 1 decimal, checkbox, delete, PDF download.",
  "'N reports selected', Select All, Deselect All, Clear All, Download Archive, Delete Selected.",
  "Empty states: 'Loading reports...', 'No reports found'.",

  // Profile page
  'Redirects to /login if unauthenticated. Back link to /dashboard.',
  'Header with initials avatar, full name, @username and a role badge. Profile Summary card: full name, username, role, user ID.',
  'Tabs: Profile (edit first name, last name, username) and Security (password change form with current, new and confirm fields).',

  // Admin settings
  'While the session loads: spinner.',
  "If there is no user or the user is not admin: 'Access Denied - You need admin privileges to access this page.', with a 'Back to Dashboard' link to /dashboard and a 'Logout' button that removes the stored session token and goes to /login.",
  "Otherwise a page titled Settings with a subtitle per section (User Management, Monitoring Controls, Brand Settings, or 'User Management & System Configuration' on the index).",
  '/admin index: three cards linking to /admin/users (User Management: create, edit and manage accounts and permissions), /admin/monitoring (Monitoring Controls: system status and job sync), /admin/branding (Brand Settings: appearance and branding).',
  "Each sub-page has a 'Back to Settings' link to /admin.",

  // User management
  "Table columns: Full Name, Username, Role, Status, Created (like 'Jan 5, 2025'), Actions.",
  "States: 'Loading users...', 'Failed to load users', 'No users found. Create your first user to get started.'",
  "'Add User' opens 'Create New User'.",
  "Row action menu: 'Edit User' (dialog 'Edit User', includes a switch 'Active User: User can log in and access the system')",
  "and 'Reset Password' (dialog 'Change Password', admin mode with only a new password, for that user id and username).",
  "A delete button asks 'Are you sure you want to delete user' followed by the username in quotes and a question mark.",

  // Monitoring controls
  'Status cards: Monitoring (Active/Stopped), Active Users, Interval (minutes when 60000 ms or more, else seconds, or N/A), Active Jobs.',
  "Banner: 'Intensive monitoring active (N users)' with 'Fast polling enabled for real-time updates'; otherwise 'Background monitoring mode' with 'Reduced polling to save resources'.",
  "Manual Controls: 'Sync Now' button ('Syncing...' while running, disabled then)",
  'and, for admins only, an Auto-Sync switch with a warning that it may create unexpected jobs from external workflows.',
  'Smart Monitoring note: fast polling (5 s) when users view jobs, slow polling (2-5 min) when idle or the page is hidden, background jobs continue, auto-sync is off by default.',

  // Brand settings
  'Unsaved-changes banner with Cancel and Save Changes.',
  'Logo Management: upload by drag-and-drop zone or file picker; preview with file name and size in KB; Upload and Cancel.',
  "When a logo exists: Disable/Enable, Replace, Delete; status text 'Custom Logo Active' or 'Default Logo'.",
  'When the logo is active: Logo Size slider with percent readout and Reset; Logo Background (transparent checkbox, colour picker plus hex text).',
  'Logo Guidelines appear when there is no logo.',
  "Color Customization: colour picker plus hex text for primaryActions ('Primary Actions'), secondaryActions ('Secondary Actions'), accentElements ('Accent Elements'), backgrounds ('Main Backgrounds'), primaryText ('Primary Text'), cardBackgrounds ('Card Backgrounds'), mutedElements ('Borders & Muted Text').",
  'Colour changes preview live without saving.',
] as const
