/** @jsxImportSource hono/jsx */
import { Field } from "./forms.tsx";

interface SignUpFormProps {
  readonly label: string;
  /** The text typed before, and why it was not accepted. */
  readonly rejected?: { readonly email: string; readonly reason: string } | undefined;
  /** Whether the page is about nothing else: then one can type at once. */
  readonly isFirst?: boolean;
}

/** Asks for an email address. The second field is for programs: people do not see it. */
export function SignUpForm({ label, rejected, isFirst = false }: SignUpFormProps) {
  return (
    <form class="sign-up" method="post" action="/signup">
      <Field
        {...{ name: "email", label: "Email address", type: "email", required: true, maxlength: 254 }}
        {...{ autocomplete: "email", placeholder: "you@example.com", autofocus: isFirst }}
        value={rejected?.email}
        aria-invalid={rejected === undefined ? undefined : "true"}
        aria-describedby={rejected === undefined ? undefined : "email-error"}
      >
        {rejected !== undefined && (
          <span id="email-error" class="no" role="alert">
            {rejected.reason.replace(/^email must be /, "Enter ").replace(/^email /, "This ")}
          </span>
        )}
      </Field>
      <p hidden>
        <label for="website">Leave this empty</label>
        <input id="website" name="website" tabindex={-1} autocomplete="off" />
      </p>
      <button type="submit">{label}</button>
    </form>
  );
}
