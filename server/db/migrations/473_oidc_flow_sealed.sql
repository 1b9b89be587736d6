-- What a way through a provider is finished with is sealed from now on; ways that were begun in plain begin again.
delete from oidc_flow;
