/**
 * What the specification asks for on the screens of the tours: lines of the accessibility tree, with the line after it
 * where both belong together.
 */
export const REQUIRED_NAMES: Record<'publicPages' | 'firstLetter' | 'signedInPages', RequiredNames> = {
  publicPages: {
    'warm-up': ['paragraph: Just a moment while we prepare everything for your letter'],
    'sign-in': [
      'heading "Transform your handwritten notes into beautiful digital letters" [level=1]',
      'listitem: Upload photos of handwritten letters',
      'listitem: Choose recipients and beautiful templates',
      'listitem: Send personalized emails with embedded photos',
      'tab "Email" [selected]\ntab "Quick Sign In"',
      'textbox "Email"',
      'textbox "Password"',
      'button "Sign In"',
      'button "Sign Up"',
      'link "Our Mission"',
      'link "Support"',
      'paragraph: Secure authentication • Auto sign-out after 20 minutes',
    ],
    'sign-in-missing': [/Missing information.*Please enter both email and password/],
    'quick-sign-in': [
      'button "Google: Temporarily Disabled" [disabled]',
      'paragraph: Google authentication is temporarily disabled. Please use the Email tab.',
      'button "Continue with Apple"',
    ],
    mission: ['heading "Our Mission" [level=1]', 'link "Sign In"'],
    support: [
      'heading "Support" [level=1]',
      'textbox "Name"',
      'textbox "Email"',
      'combobox "Category"',
      ...['Technical', 'General', 'Feedback', 'Feature request', 'Billing', 'Other'].map(
        (category) => new RegExp(`^option "${category}"`),
      ),
      'textbox "Subject"',
      'textbox "Message"',
      'button "Send message"',
      'region "Frequently asked"',
      ...['How it Works', 'Templates', 'Pricing', 'Help Center', 'Contact Us', 'Privacy'].map(
        (name) => `link "${name}"`,
      ),
    ],
    'support-missing': [/Missing Information.*Please fill in all required fields/],
  },

  firstLetter: {
    'upload-empty': [
      'link "Skip to the page"',
      ...['Our Mission', 'My Letters', 'Buy Credits', 'Support'].map((name) => `link "${name}"`),
      'text: 0 credits',
      'button "I Account: ilse.neu@example.com"',
      'listitem: Upload\nlistitem: Recipient\nlistitem: Template\nlistitem: Send',
      'button "Browse photos"',
      'button "Continue to Recipient" [disabled]',
    ],
    'my-letters-unverified': ['button "Mail the link again"', 'link "Write First Letter"'],
    'my-letters-empty': [
      'heading "Recipients" [level=2]',
      'searchbox "Search recipients"',
      'heading "No letters yet" [level=1]',
      'link "Write First Letter"',
    ],
    'letter-box-empty': ['dialog "Conversations"', 'paragraph: Your letter box is empty'],
    upload: ['button "Change photo 1"', 'button "Delete photo 1"', 'button "Move photo 1"'],
    'editor-rotate': [
      'dialog "Edit photo 1"',
      'button "Rotate left"',
      'button "Rotate right"',
      'button "Reset rotation" [disabled]',
      'button "Move photo 1 earlier" [disabled]',
      'button "Move photo 1 later"',
      'button "Cancel"',
      'button "Save Changes"',
    ],
    recipient: [
      'textbox "Name": Ilse Brandt',
      'textbox "Email": ilse.brandt@example.org',
      'button "Continue to Template"',
    ],
    template: [
      ...['Classic Frame', 'Modern Clean', 'Vintage Style', 'Cozy Notebook', 'Vintage Postcard'],
      ...['Museum Exhibition', 'Zine Layout', 'Storybook', 'Hackley'],
    ]
      .map((label): string | RegExp => new RegExp(`^radio "${label}`))
      .concat(/^radio "Vintage Style.* \[checked\]/, /^textbox "Message"/, 'button "Preview"'),
    preview: [
      'term: To\ndefinition: Ilse Brandt',
      'term: Email\ndefinition: ilse.brandt@example.org',
      'term: Template\ndefinition: Vintage Style',
      'term: Photos\ndefinition: "3"',
      'button "Send Letter"',
      'button "Back"',
    ],
    'need-credits': ['dialog "Need More Credits"', 'group "Packages"', 'button "Not now"'],
    success: [
      'heading "Letter Sent Successfully" [level=1]',
      'button "Send Another Letter"',
      'link "View My Letters"',
    ],
  },

  signedInPages: {
    'my-letters': [
      'searchbox "Search recipients"',
      /^link "All Letters\W+2"/,
      /^link "Grandpa Tom.*1 letter\W+tom\.oakes@example\.org/,
      /^link "Ilse Brandt.*1 letter\W+ilse\.brandt@example\.org/,
      'term: Letters Sent\ndefinition: "2"',
      'term: Recipients\ndefinition: "2"',
      'term: Photos Shared\ndefinition: "5"',
      'link "Write a New Letter"',
    ],
    conversation: [
      'link "Back to Mailbox"',
      'heading "Ilse Brandt" [level=1]',
      // Newest first: the reply before the letter that it answers.
      /heading "Their Reply" \[level=2\][\s\S]*article "Letter #\d+/,
      /I read it twice at the window/,
      /^img "sent, /,
      'button "+1 more photo"',
      'button "View Details"',
    ],
    'letter-details': [
      /^dialog "Letter of /,
      /term: Recipient\ndefinition: .*Ilse Brandt/,
      'term: Status\ndefinition: sent',
      'term: Template\ndefinition: Vintage Style',
      'term: Created',
      'term: Sent',
      'button "Save photo 1"',
    ],
    photo: ['dialog "Photo 1 of 4"', 'button "Download"'],
    'letter-box': [
      'dialog "Conversations"',
      /^button "Ilse Brandt.*2 messages.*Active conversation/,
      /^button "Grandpa Tom.* 1 message.* New letter/,
    ],
    thread: [
      'term: From\ndefinition: maren.oakes@example.com',
      'term: To\ndefinition: ilse.brandt@example.org',
      'term: Template\ndefinition: Vintage Style',
      'heading "Their Reply" [level=3]',
      /via Email/,
    ],
    'user-menu': [
      /maren\.oakes@example\.com/,
      'link "Your credits"',
      'link "Address book"',
      'button "Log out"',
    ],
    'payment-coupon': [
      'heading "Buy Credits" [level=1]',
      'button "Buy 5 credits for $4.00"',
      'button "Buy 15 credits for $9.60"',
      'button "Buy 50 credits for $20.00"',
      /50 credits Best Value, save 50%/,
      'textbox "Coupon code"',
      'button "Apply"',
      'button "Apply TEACHER20"',
      'button "Remove TEACHER20"',
      'region "How Letter Credits Work"',
    ],
    'payment-cancel': ['heading "Payment Cancelled" [level=1]', /No charge was made/, 'link "Try Again"'],
    'payment-success': [
      'heading "Payment Successful" [level=1]',
      'link "Create a Letter"',
      'link "My Letters"',
      'link "Buy More Credits"',
    ],
    credits: ['table "Every credit that came and went, newest first"'],
    'not-found': ['heading "404 Page Not Found" [level=1]', 'link "Back to the letter desk"'],
  },
};

type RequiredNames = Record<string, (string | RegExp)[]>;
