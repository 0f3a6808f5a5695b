-- The kinds of device a customer has logged in from: a browser and a system, nothing that tells one person from another. The
-- first login from a kind that is not here is told to them. What is open now is known already.

CREATE TABLE known_devices (
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- Empty where the browser did not say.
  browser text NOT NULL,
  system text NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, browser, system)
);

INSERT INTO known_devices (customer_id, browser, system, first_seen_at)
SELECT customer_id, coalesce(browser, ''), coalesce(system, ''), min(created_at) FROM sessions GROUP BY 1, 2, 3;
